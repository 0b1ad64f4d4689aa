import { IconBrandGithub, IconClock, IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CONTACT_EMAIL, SOCIAL_LINKS } from './contact.ts';

const linkLook = 'font-medium text-accent underline underline-offset-4 break-words';

export function ContactInfo() {
  return (
    <section aria-labelledby="contact-information">
      <h2 id="contact-information" className="text-xl font-semibold tracking-tight">
        Contact Information
      </h2>
      <dl className="mt-6 grid gap-6">
        <Way title="Email" icon={<IconMail size="1.3rem" stroke={1.6} />}>
          <a href={`mailto:${CONTACT_EMAIL}`} className={linkLook}>
            {CONTACT_EMAIL}
          </a>
        </Way>
        <Way title="Answers" icon={<IconClock size="1.3rem" stroke={1.6} />}>
          By mail, to the address that you give. This is not an emergency line: in danger, call the police first.
        </Way>
        <Way title="Source and issues" icon={<IconBrandGithub size="1.3rem" stroke={1.6} />}>
          <a href={SOCIAL_LINKS.GitHub} target="_blank" rel="noreferrer" className={linkLook}>
            Vedette on GitHub
          </a>
        </Way>
      </dl>
    </section>
  );
}

function Way({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-4">
      <dt className="contents font-semibold">
        <span
          aria-hidden="true"
          className="row-span-2 grid size-10 place-items-center rounded-lg bg-accent-soft text-accent-ink"
        >
          {icon}
        </span>
        {title}
      </dt>
      <dd className="text-pretty text-muted">{children}</dd>
    </div>
  );
}
