// Texts about the examples. docs/examples contains the programs and describes how they were recorded.

import type { Example } from '../../state/opening/linked-recordings.ts';

interface ExampleText {
  readonly title: string;
  readonly description: string;
  /** Steps through the views that show why the program is slow. Keys and identifiers are in backticks. */
  readonly story: readonly string[];
}

export const EXAMPLE_TEXTS: Readonly<Record<Example, ExampleText>> = {
  'web-shop': {
    title: 'Why is this web shop slow?',
    description: 'Example · async, database, JSON, templates',
    story: [
      'Press `y` to see only the shop’s own code: `to_json` takes 15% of the time, because `json.dump` encodes in Python what `json.dumps` encodes in C.',
      'Press `t`: the second lane, another 34%, is the database thread, because `load_products` sends one query for each product instead of one for all.',
      'Press `y` again, then `f` and `/`, and type `catalog.html`: the template takes 9%, most of it to look up attributes and escape text.',
    ],
  },
  'etl-job': {
    title: 'Why does this nightly job take so long?',
    description: 'Example · CSV files, pandas, NumPy',
    story: [
      'Press `t`, then `y`: the job’s own steps in the order they ran, of which `read_orders` takes 38%, because it parses every line in Python.',
      'Press `y` again, then `5` and `b`: `_strptime` has the most self time, 14%; `pandas.to_datetime` would parse the whole column at once.',
      'Press `f` and `/`, and type `__getitem__`: pandas spends 19% on looking up single cells, because `DataFrame.apply` calls Python for every row.',
    ],
  },
};
