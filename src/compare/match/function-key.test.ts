import { expect, test } from 'vitest';
import { functionKey } from './function-key.ts';

test.each([
  ['py::f:/env/lib/python3.13/site-packages/x/y.py', 'py::f:site-packages/x/y.py'],
  ['py::f:/usr/lib/python3/dist-packages/x.py', 'py::f:site-packages/x.py'],
  ['py::f:/usr/lib/python3.13/json/decoder.py', 'py::f:lib/json/decoder.py'],
  ['py::f:/opt/py/lib64/python3.14t/ast.py', 'py::f:lib/ast.py'],
  ['py::f:/x/python313.zip/ast.py', 'py::f:lib/ast.py'],
  ['py::f:C:\\Python313\\Lib\\json\\decoder.py', 'py::f:lib/json/decoder.py'],
  ['py::f:/tmp/ipykernel_12/34.py', 'py::f:<ipykernel>'],
  ['py::f:<ipython-input-12-8f3a2b1c>', 'py::f:<ipython-input-#-#>'],
  ['py::f:<template 0x7f12ab>', 'py::f:<template #>'],
  ['py::f:<frozen importlib._bootstrap>', 'py::f:<frozen importlib._bootstrap>'],
  ['py::f:/srv/app.py', 'py::f:/srv/app.py'],
  ['__memmove_avx512_unaligned_erms', '__memmove'],
  ['__strlen_evex', '__strlen'],
  ['_PyObject_Malloc', '_PyObject_Malloc'],
])('the key of %s is %s', (name, key) => {
  expect(functionKey(name)).toBe(key);
});
