// Entry point of the page.

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { addressBar } from './state/links/address-bar.ts';
import { cacheForOffline } from './state/engine/worker-scripts.ts';
import { App } from './ui/App.tsx';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import './ui/app.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// A link decides what is painted first.
addressBar.follow();
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary what="the page">
      <App />
    </ErrorBoundary>
  </StrictMode>,
);
cacheForOffline();
