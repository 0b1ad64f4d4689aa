import { useEffect } from 'react';
import { PageTitle } from './page-title.tsx';

/** Sets the document's title, and replaces the text of the description in index.html. */
export function PageHead({ title, description }: { title: string; description: string }) {
  useEffect(() => {
    const tag = document.querySelector<HTMLMetaElement>('meta[name="description"]');
    if (!tag) return;
    const before = tag.content;
    tag.content = description;
    return () => {
      tag.content = before;
    };
  }, [description]);
  return <PageTitle>{title}</PageTitle>;
}
