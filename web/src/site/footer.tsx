import { CONTACT_EMAIL } from './contact.ts';

export function Footer() {
  return (
    <footer className="mt-auto border-t border-line">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-6 text-sm text-muted">
        <p>© {new Date().getFullYear()} Vedette</p>
        <a href={`mailto:${CONTACT_EMAIL}`} className="rounded-md hover:text-ink hover:underline">
          {CONTACT_EMAIL}
        </a>
      </div>
    </footer>
  );
}
