// Entry point of the page.

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { cacheForOffline } from './state/offline.ts';
import { App } from './ui/App.tsx';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import './ui/app.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary what="the page">
      <App />
    </ErrorBoundary>
  </StrictMode>,
);
cacheForOffline();
