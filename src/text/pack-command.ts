// The command that collects all that a recording needs, on the machine where it was made.

export const PACK_COMMAND = 'pyrograph pack perf.data -o out.tar.gz';
