import { useEffect } from 'react';
import { PageTitle } from './page-title.tsx';

/** The document's title, and the one description that index.html came with, in this page's words. */
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
