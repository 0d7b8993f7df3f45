// Moves the focus into a new screen or view once its code has loaded, unless another element has the focus.

import { useEffect, useRef } from 'react';
import { focusView, VIEW_ID } from './focus-view.ts';

export function useFocusOnChange(name: string, isLoaded = true): void {
  const previous = useRef(isLoaded ? name : '');
  useEffect(() => {
    if (!isLoaded || previous.current === name) return;
    previous.current = name;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === VIEW_ID) focusView();
  }, [name, isLoaded]);
}
