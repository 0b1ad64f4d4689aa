import { PageHead } from '../../ui/pages/page-head.tsx';
import { PageHeader } from '../page-header.tsx';
import { ArticleCard } from './article-card.tsx';
import { articles } from './articles.ts';

export function ArticlesPage() {
  return (
    <div className="page-width py-12 lg:py-16">
      <PageHead
        title="Articles · Vedette"
        description="Research on recognising weapons in video, and three technical notes on how Vedette handles what was recognised."
      />
      <PageHeader title="Research Articles">
        Work by others on recognising weapons in video, and three technical notes of ours on what happens to a report
        afterwards.
      </PageHeader>
      <ul className="mt-10 grid gap-5 md:grid-cols-2">
        {articles.map((article) => (
          <li key={article.link} className="grid min-w-0">
            <ArticleCard article={article} />
          </li>
        ))}
      </ul>
    </div>
  );
}
