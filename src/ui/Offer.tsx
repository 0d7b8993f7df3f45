// A link to another host, on the start screen or over what is open: nothing is asked of that host before a person says so.

import { leaveOffered, openRemote } from '../state/remote.ts';
import { useStateOf } from './use-state-of.ts';

export function Offer() {
  const offered = useStateOf((state) => state.offered);
  return (
    <div role="status" className={offered ? 'offer' : ''}>
      {offered && (
        <>
          <p>
            This link opens “{offered.title}” from <strong>{offered.url.host}</strong>, which then learns that
            you did.
          </p>
          <button type="button" onClick={() => void openRemote(offered)}>
            Fetch it
          </button>
          <button type="button" onClick={leaveOffered}>
            Leave it
          </button>
        </>
      )}
    </div>
  );
}
