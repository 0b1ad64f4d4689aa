import { IconArrowRight, IconExternalLink, IconFileTypePdf } from '@tabler/icons-react';
import { useId } from 'react';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { authorLine, type BadgeColour, badgeColour, isExternal, typeLabel } from './article.rules.ts';
import type { Article } from './articles.ts';

const tones: Record<BadgeColour, BadgeTone> = {
  blue: 'accent',
  green: 'calm',
  orange: 'threat',
  purple: 'violet',
  gray: 'neutral',
};

export function ArticleCard({ article }: { article: Article }) {
  const { title, authors, venue, year, type, link, tags, abstract } = article;
  const titleId = useId();
  const external = isExternal(link);
  const Mark = external ? IconExternalLink : IconFileTypePdf;
  return (
    <article
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col rounded-xl border border-line bg-surface p-6 shadow-card"
    >
      <div className="flex items-center justify-between gap-4">
        <Badge tone={tones[badgeColour(type)]}>{typeLabel(type)}</Badge>
        <Mark
          role="img"
          aria-label={external ? 'External link' : 'PDF on this site'}
          size="1.3rem"
          stroke={1.6}
          className="text-muted"
        />
      </div>
      <h2 id={titleId} className="mt-4 text-lg leading-snug font-semibold text-pretty">
        <a href={link} target="_blank" rel="noreferrer" className="rounded-md hover:text-accent hover:underline">
          {title}
        </a>
      </h2>
      <p className="mt-2 text-sm">{authorLine(authors)}</p>
      <p className="mt-0.5 text-sm text-muted">
        {venue}, {year}
      </p>
      <p className="mt-4 leading-relaxed text-pretty text-muted">{abstract}</p>
      <ul aria-label="Topics" className="mt-4 flex flex-wrap gap-1.5">
        {tags.map((tag) => (
          <li key={tag} className="rounded-md border border-line px-2 py-0.5 text-xs text-muted">
            {tag}
          </li>
        ))}
      </ul>
      <p className="mt-auto pt-5">
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          aria-describedby={titleId}
          className="inline-flex items-center gap-1.5 rounded-md py-1 text-sm font-medium text-accent hover:underline"
        >
          Read Full Paper
          <IconArrowRight size="1rem" stroke={2} aria-hidden="true" />
        </a>
      </p>
    </article>
  );
}
