// Asks for the password of a store.

import { useState } from 'react';
import { cancelLogin, givePassword } from '../../state/fleet/store-login.ts';
import type { AskedLogin } from '../../state/store.ts';
import { Dialog } from '../primitives/Dialog.tsx';
import { takeFocus } from '../primitives/focus.ts';

export function LoginDialog({ user, host, reason }: AskedLogin) {
  const [password, setPassword] = useState('');
  return (
    <Dialog title={`Log in to ${host}`} className="login-dialog" onClose={cancelLogin}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          givePassword(password);
        }}
      >
        <p className="break-anywhere">{reason}</p>
        <label>
          <span>User</span>
          <input name="username" autoComplete="username" readOnly value={user} />
        </label>
        <label>
          <span>Password</span>
          <input
            ref={takeFocus}
            name="password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </label>
        <p className="small muted">This page keeps it until you close or reload it.</p>
        <button type="submit" className="main-button">
          Log in
        </button>
      </form>
    </Dialog>
  );
}
