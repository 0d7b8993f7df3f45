// Says that a comparison does not have the view whose key was pressed, and which views it has.

import { useEffect } from 'react';
import { formatList } from '../../text/format.ts';
import { Toast, useMessage } from '../primitives/Toast.tsx';
import { useAppState } from '../primitives/use-app-state.ts';
import { VIEWS } from '../views.ts';

export function MissingView() {
  const missing = useAppState((state) => state.missingView);
  const [message, showMessage] = useMessage();
  useEffect(() => {
    const view = VIEWS.find(({ name }) => name === missing?.name);
    if (view) showMessage(`A comparison has no view “${view.label}”, only ${OWN}`);
  }, [missing, showMessage]);
  return <Toast message={message} />;
}

const OWN = formatList(
  VIEWS.filter(({ isForComparisons }) => isForComparisons).map(({ label }) => label),
  VIEWS.length,
);
