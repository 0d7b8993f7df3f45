import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { profileOf, textOf } from '../../fixtures/text.ts';
import { demangleProfile, loadDemangler, withReadableNames } from './demangle.ts';

const demangle = await loadDemangler();
const STRING = 'std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >';

describe('demangled names match perf 6.1', () => {
  test.each([
    ['_Z4spinv', 'spin'],
    [
      '_ZNK2ns3Foo3barENSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEERKSt6vectorIiSaIiEE',
      'ns::Foo::bar',
    ],
    ['_ZNO2ns3Foo2rvEv', 'ns::Foo::rv'],
    ['_ZNVK2ns3Foo3volEv', 'ns::Foo::vol'],
    ['_ZN2ns3FooC2El', 'ns::Foo::Foo'],
    ['_ZN2ns3FooD0Ev', 'ns::Foo::~Foo'],
    ['_ZNK2ns3FoocviEv', 'ns::Foo::operator int'],
    ['_ZNK2ns3FooltERKS0_', 'ns::Foo::operator<'],
    ['_ZNK2ns12_GLOBAL__N_13HidclEPKc', 'ns::(anonymous namespace)::Hid::operator()'],
    ['_ZN2ns5free1EPFiiERA3_iMNS_3FooEiMS4_KFviE', 'ns::free1'],
    ['_Z4tmplIPFdiEET_S2_St6vectorIS2_SaIS2_EE', 'tmpl<double (*)(int)>'],
    ['_Z2vtILi3ELb1ELc99EJiPcEEvDpT2_', 'vt<3, true, (char)99, int, char*>'],
    ['_Z2vtILin3ELb0ELc10EJEEvDpT2_', 'vt<-3, false, (char)10>'],
    [
      '_ZN2v84base11SmallVectorImLm16ESaImEE4GrowEm',
      'v8::base::SmallVector<unsigned long, 16ul, std::allocator<unsigned long> >::Grow',
    ],
    [
      '_Z4callIZZ4mainENKUliE1_clEiEUlT_E_EvS1_',
      'call<main::{lambda(int)#3}::operator()(int) const::{lambda(auto:1)#1}>',
    ],
    [
      '_ZNSt17_Function_handlerIFviEZ4mainEUliE4_E9_M_invokeERKSt9_Any_dataOi',
      'std::_Function_handler<void (int), main::{lambda(int)#6}>::_M_invoke',
    ],
    [
      '_ZNSt17_Function_handlerIFNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEiEPS6_E9_M_invokeERKSt9_Any_dataOi',
      `std::_Function_handler<${STRING} (int), ${STRING} (*)(int)>::_M_invoke`,
    ],
    [
      '_ZN12v8_inspector9V8Console4callIXadL_ZNS0_16inspectedObject4ERKN2v820FunctionCallbackInfoINS2_5ValueEEEiEEEEvS7_',
      'v8_inspector::V8Console::call<&v8_inspector::V8Console::inspectedObject4>',
    ],
    ['_ZNSo5writeEPKcl', 'std::ostream::write'],
    ['_ZNSirsERj', 'std::istream::operator>>'],
    ['_ZdlPv', 'operator delete'],
    ['_ZThn16_N1X1fEv', 'non-virtual thunk to X::f()'],
    ['_ZTv0_n24_N1Y1fEv', 'virtual thunk to Y::f()'],
    ['_ZTch0_h16_N1X1hEv', 'covariant return thunk to X::h()'],
    ['_ZN4core3fmt5write17h0123456789abcdefE', 'core::fmt::write'],
    [
      '_ZN42_$LT$$RF$T$u20$as$u20$core..fmt..Debug$GT$3fmt17h74a0787d5558c3c4E',
      '<&T as core::fmt::Debug>::fmt',
    ],
    ['_RNvCs123_3foo3bar', 'foo::bar'],
  ])('%s', (name, readable) => expect(demangle(name)).toBe(readable));

  test.each([
    ['_Z5otheri.cold', 'other'],
    ['_ZN3odd4nameEl.part.0.isra.1', 'odd::name'],
    ['_ZN3odd5otherEi.constprop.0', 'odd::other'],
    ['_Z5otheri.lto_priv.0', 'other'],
    ['_ZNSo5writeEPKcl@@GLIBCXX_3.4', 'std::ostream::write'],
    ['_ZNSo5writeEPKcl@plt', 'std::ostream::write@plt'],
    ['_ZN4core3fmt5write17h0123456789abcdefE.llvm.123', 'core::fmt::write'],
    ['_RNvCs123_3foo3bar.cold', 'foo::bar'],
  ])('%s: drops all suffixes except @plt', (name, readable) => expect(demangle(name)).toBe(readable));
});

describe('all other names stay unchanged', () => {
  test.each([
    '',
    'main',
    '_',
    '_Z',
    '_R',
    '_ZN',
    '_Znotmangled',
    '_Znotmangled.cold',
    '_Znotmangled@plt',
    'py::_Z4spinv:/a.py',
    '__Z4spinv',
    '?f@@YAXXZ',
    '_Z.cold',
    '_Zé',
  ])('“%s”', (name) => expect(demangle(name)).toBe(name));

  test('even mangled ones over 4 kB', () => {
    const name = (size: number) => `_Z${size}${'f'.repeat(size)}v`;
    expect(demangle(name(4000))).toBe('f'.repeat(4000));
    expect(demangle(name(5000))).toBe(name(5000));
  });
});

/** `f(pair<A, A>, pair<pair<A, A>, pair<A, A>>, …)`: each parameter type is twice as long as the previous one. */
function doubling(times: number): string {
  const letter = (i: number) => `S${i === 0 ? '' : (i - 1).toString(36).toUpperCase()}_`;
  const pairs = Array.from({ length: times }, (_, i) => `S_I${letter(i + 1)}${letter(i + 1)}E`);
  return `_Z1fSt4pairI1AS0_E${pairs.slice(1).join('')}`;
}

describe('malicious names neither crash nor exhaust memory', () => {
  test.each([10, 20, 24, 28, 30])('with a type that doubles in length %i times', (times) => {
    expect(['f', doubling(times)]).toContain(demangle(doubling(times)));
    expect(demangle('_Z4spinv')).toBe('spin');
  });

  test.each(['P', 'St4pairI', 'N', 'Z', 'IC1a', 'XadL_Z'])('with %s repeated', (part) => {
    for (const head of ['_Z1f', '_Z', '_R']) {
      expect(typeof demangle(head + part.repeat(Math.floor(4000 / part.length)))).toBe('string');
    }
    expect(demangle('_Z4spinv')).toBe('spin');
  });

  test('with random parts', () => {
    const piece = fc.constantFrom(
      'N',
      'E',
      'I',
      'S_',
      'S0_',
      'St',
      '3foo',
      'Z',
      'L',
      'Ul',
      'v',
      'i',
      'J',
      'T_',
      'Dp',
      'X',
      'K',
      '.',
      '@',
      'C1',
      '17h0123456789abcdefE',
      'M',
      'F',
    );
    const name = fc.tuple(fc.constantFrom('_Z', '_R'), fc.array(piece, { maxLength: 60 }));
    fc.assert(
      fc.property(name, ([head, rest]) => {
        expect(demangle(head + rest.join('')).length).toBeLessThan(1 << 15);
      }),
      { numRuns: 1000 },
    );
    expect(demangle('_Z4spinv')).toBe('spin');
  });
});

describe('a recording', () => {
  const RECORDED = `
    main@/a;_Z1fi@/a;py::g:/a.py@/a 3
    main@/a;_Z1fl@/a;_Z1fi@/b 4
    main@/a;_Z1fi.cold@/a 5
    [no stack] 1
  `;

  test('gets readable names, and merges functions with the same name and module', () => {
    const profile = demangleProfile(profileOf(RECORDED), demangle);
    expect(textOf(profile)).toBe(
      textOf(profileOf('main@/a;f@/a;py::g:/a.py@/a 3\nmain@/a;f@/a;f@/b 4\nmain@/a;f@/a 5\n[no stack] 1')),
    );
    expect(profile.strings).toEqual(['main', 'f', 'py::g:/a.py']);
    expect(profile.funcs).toHaveLength(4);
  });

  test('keeps mangled names of code that is not in a file, as perf does', () => {
    const text = '_RNvC1a1b@[kernel.kallsyms] ^;_Z1fi@/tmp/perf-7.map 1';
    expect(textOf(demangleProfile(profileOf(text), demangle))).toBe(textOf(profileOf(text)));
  });

  test('gets readable names for functions without a module', () => {
    expect(textOf(demangleProfile(profileOf('main;_Z1fi (inlined) 1'), demangle))).toBe(
      textOf(profileOf('main;f (inlined) 1')),
    );
  });

  test('is unchanged if it has no mangled names', async () => {
    const profile = profileOf('main@/a;_zip@/a;_RNvC1a1b@[kernel.kallsyms] ^ 1');
    expect(await withReadableNames(profile)).toBe(profile);
    expect(textOf(await withReadableNames(profileOf('_Z1fi@/a 1')))).toBe(textOf(profileOf('f@/a 1')));
  });

  test('keeps the remaining names mangled once the readable names exceed the limit', () => {
    const profile = demangleProfile(profileOf('_Z1fi@/a;_Z1gi@/a 1'), demangle, 1);
    expect(textOf(profile)).toBe(textOf(profileOf('f@/a;_Z1gi@/a 1')));
    expect(profile.notes.map(({ text }) => text)).toEqual([
      'Some C++ and Rust names are shown mangled: demangling all of them would take too much memory',
    ]);
  });
});
