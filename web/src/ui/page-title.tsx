import { createContext, useContext } from 'react';

/** What stands before the title of whichever page is open. */
export const TitlePrefix = createContext('');

export function PageTitle({ children }: { children: string }) {
  return <title>{`${useContext(TitlePrefix)}${children}`}</title>;
}
