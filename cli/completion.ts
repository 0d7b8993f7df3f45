// `pyrograph completion`: prints a script that completes commands, options and files in a shell.

import { defineCommand, parseChoice, type ListedCommand } from './command.ts';

interface CompletedCommand {
  readonly name: string;
  readonly about: string;
  readonly help: string;
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const COMPLETION_HELP = `Prints a script that completes pyrograph's commands, options and files in a shell.

Usage: pyrograph completion ${SHELLS.join('|')}

To use it in every new shell:
  bash: pyrograph completion bash > ~/.local/share/bash-completion/completions/pyrograph
  zsh:  pyrograph completion zsh > DIR/_pyrograph, where DIR is in $fpath before compinit runs
  fish: pyrograph completion fish > ~/.config/fish/completions/pyrograph.fish

Options:
  --help            show this help
`;

/** Completes these commands, of which it is one. */
export function completionCommand(commands: ReadonlyMap<string, ListedCommand>) {
  return defineCommand('completion', COMPLETION_HELP, {}, async ({ positionals }) => {
    const [name, ...rest] = positionals;
    if (name === undefined || rest.length > 0)
      throw new Error(`Usage: pyrograph completion ${SHELLS.join('|')}`);
    process.stdout.write(completionScript(parseChoice('shell', SHELLS, name), await completed(commands)));
  });
}

export async function completed(commands: ReadonlyMap<string, ListedCommand>): Promise<CompletedCommand[]> {
  const all = Array.from(commands, async ([name, { load, about }]) => ({
    name,
    about,
    help: (await load()).help,
  }));
  return [...(await Promise.all(all)), { name: 'help', about: 'show the options of a command', help: '' }];
}

export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands);
}

function bashScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const cases = commands.map(({ name, help }) => {
    const options = optionsIn(help);
    const words = options.flatMap(({ long, short }) => [long, ...(short === undefined ? [] : [short])]);
    return `    ${name}) options='${words.join(' ')}' ;;`;
  });
  return `# bash completion for pyrograph
_pyrograph() {
  local current=\${COMP_WORDS[COMP_CWORD]} options= word
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${names} --help --version' -- "$current"))
    return
  fi
  # What follows -- is another program.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [ "$word" = -- ] && return
  done
  case \${COMP_WORDS[1]} in
    help) options='${names}' ;;
    completion) options='${SHELLS.join(' ')}' ;;
${cases.join('\n')}
  esac
  case \${COMP_WORDS[1]}:$current in
    help:* | completion:* | *:-*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
  esac
}
complete -o default -o bashdefault -F _pyrograph pyrograph
`;
}

function zshScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(
    ({ name, about }) => `    ${zshWord(`${name}:${about.replaceAll(':', '\\:')}`)}`,
  );
  const cases = commands
    .filter(({ name }) => name !== 'completion' && name !== 'help')
    .map(({ name, help }) => {
      const options = optionsIn(help).map((option) => `        ${zshWord(zshOption(option))}`);
      return `      ${name}) _arguments -s -S \\\n${options.join(' \\\n')} \\\n        '*:file:_files' ;;`;
    });
  return `#compdef pyrograph
# zsh completion for pyrograph
_pyrograph() {
  local -a commands
  commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    _files
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
      help) _describe -t commands command commands ;;
      completion) _values shell ${SHELLS.join(' ')} ;;
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _pyrograph ]; then
  _pyrograph "$@"
else
  compdef _pyrograph pyrograph
fi
`;
}

/** The long spelling is enough: both mean the same. */
function zshOption({ long, value, about }: HelpOption): string {
  const text = about.replace(/[[\]:\\]/g, '\\$&');
  const action =
    value === undefined ? '' : `:${value.replaceAll(':', '\\:')}:${isPath(value) ? '_files' : ''}`;
  return `*${long}[${text}]${action}`;
}

function zshWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, about, help }) => [
    `complete -c pyrograph -n __fish_use_subcommand -a ${name} -d ${fishWord(about)}`,
    ...optionsIn(help).map(({ long, short, value, about: text }) => {
      const words = [
        `complete -c pyrograph -n '__fish_seen_subcommand_from ${name}'`,
        ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
        `-l ${long.slice(2)}`,
        ...(value === undefined ? [] : [isPath(value) ? '-r' : '-x']),
        `-d ${fishWord(text)}`,
      ];
      return words.join(' ');
    }),
  ]);
  const names = commands.map(({ name }) => name).join(' ');
  return `# fish completion for pyrograph
${lines.join('\n')}
complete -c pyrograph -f -n '__fish_seen_subcommand_from help' -a '${names}'
complete -c pyrograph -f -n '__fish_seen_subcommand_from completion' -a '${SHELLS.join(' ')}'
complete -c pyrograph -n __fish_use_subcommand -l help -d 'show the commands'
complete -c pyrograph -n __fish_use_subcommand -l version -d 'show the version'
`;
}

function fishWord(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}

function isPath(value: string): boolean {
  return /FILE|DIR|PATH/.test(value);
}

interface HelpOption {
  /** `--level`. */
  readonly long: string;
  /** `-n`; undefined if it has none. */
  readonly short: string | undefined;
  /** What the help text calls its value; undefined for an option without one. */
  readonly value: string | undefined;
  /** The first line of its description, without a sentence that continues on the next one. */
  readonly about: string;
}

const OPTION = /^ {2}(?:(-\w), )?(--[\w-]+)(?: (\S+))?(?: {2,}(\S.*))?$/;

export function optionsIn(help: string): HelpOption[] {
  return help.split('\n').flatMap((line) => {
    const [, short, long, value, about = ''] = OPTION.exec(line) ?? [];
    return long === undefined ? [] : [{ long, short, value, about: about.replace(/\. [^.]*$/, '') }];
  });
}
