import { createContext, useContext } from 'react';

/** A prefix for the title of the open page. */
export const TitlePrefix = createContext('');

export function PageTitle({ children }: { children: string }) {
  return <title>{`${useContext(TitlePrefix)}${children}`}</title>;
}
