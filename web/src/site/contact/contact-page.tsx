import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { PageHeader } from '../page-header.tsx';
import { ContactForm } from './contact-form.tsx';
import { ContactInfo } from './contact-info.tsx';

export function ContactPage() {
  return (
    <div className="page-width py-12 lg:py-16">
      <PageHead
        title="Contact · Vedette"
        description="Ask about a site, a camera or an incident. People read every message, and answer by mail."
      />
      <PageHeader title="Contact Us">
        Ask about your site, your cameras, or what you have read here. People read every message.
      </PageHeader>
      <div className="mt-10 grid items-start gap-8 lg:grid-cols-[1.4fr_1fr] lg:gap-12">
        <Card className="p-5 sm:p-8">
          <ContactForm />
        </Card>
        <ContactInfo />
      </div>
    </div>
  );
}
