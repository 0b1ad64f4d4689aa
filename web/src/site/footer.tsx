import { IconBrandGithub, IconBrandLinkedin, IconBrandX } from '@tabler/icons-react';
import { CONTACT_EMAIL, SOCIAL_LINKS } from './contact/contact.ts';

const icons = { GitHub: IconBrandGithub, LinkedIn: IconBrandLinkedin, X: IconBrandX } as const;
const networks = ['GitHub', 'LinkedIn', 'X'] as const;

export function Footer() {
  return (
    <footer className="mt-auto border-t border-line">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-5 text-sm text-muted">
        <p>© {new Date().getFullYear()} Vedette</p>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <a href={`mailto:${CONTACT_EMAIL}`} className="rounded-md py-2 hover:text-ink hover:underline">
            {CONTACT_EMAIL}
          </a>
          <ul className="-mr-2 flex items-center gap-1">
            {networks.map((network) => {
              const Icon = icons[network];
              return (
                <li key={network}>
                  <a
                    href={SOCIAL_LINKS[network]}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={network}
                    className="grid size-9.5 place-items-center rounded-lg hover:bg-sunken hover:text-ink"
                  >
                    <Icon size="1.25rem" stroke={1.6} aria-hidden="true" />
                  </a>
                </li>
              );
            })}
          </ul>
        </div>
      </div>
    </footer>
  );
}
