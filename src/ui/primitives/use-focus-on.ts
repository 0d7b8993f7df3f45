// Moves the focus into a screen or view that replaced the focused one, or that a link opened, once its code has loaded.

import { useEffect, useRef } from 'react';
import { focusView, VIEW_ID } from './focus-view.ts';

export function useFocusOn(name: string, isLoaded = true): void {
  const previous = useRef(isLoaded ? name : '');
  useEffect(() => {
    if (!isLoaded || previous.current === name) return;
    previous.current = name;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === VIEW_ID) focusView();
  }, [name, isLoaded]);
}
