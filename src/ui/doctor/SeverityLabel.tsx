// The severity of a finding as an icon and a word.

import { CircleAlert, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { Severity } from '../../model/findings.ts';

const SEVERITY_ICONS: Readonly<Record<Severity, LucideIcon>> = {
  misleading: TriangleAlert,
  incomplete: CircleAlert,
  hint: Info,
};

const WORDS: Readonly<Record<Severity, { readonly word: string; readonly meaning: string }>> = {
  misleading: { word: 'Misleading', meaning: 'Graphs and tables suggest wrong conclusions' },
  incomplete: { word: 'Incomplete', meaning: 'Details are missing' },
  hint: { word: 'Hint', meaning: 'Graphs and tables are correct' },
};

export function SeverityLabel({ severity }: { readonly severity: Severity }) {
  const Icon = SEVERITY_ICONS[severity];
  const { word, meaning } = WORDS[severity];
  return (
    <strong className="severity row" title={meaning}>
      <Icon size={14} aria-hidden="true" />
      {word}
    </strong>
  );
}
