import { IconAnchor, IconBolt, IconBuildingHospital, IconSchool } from '@tabler/icons-react';

const places = [
  { name: 'Power plants', text: 'Long fences, few people', Icon: IconBolt },
  { name: 'Ports', text: 'Gates that never close', Icon: IconAnchor },
  { name: 'Hospitals', text: 'Doors open to everyone', Icon: IconBuildingHospital },
  { name: 'Schools', text: 'Minutes that count', Icon: IconSchool },
];

/** The kinds of places that the product is made for. */
export function GuardedPlaces() {
  return (
    <section aria-labelledby="guarded-places" className="page-width pb-12 lg:pb-16">
      <h2 id="guarded-places" className="sr-only">
        Places that Vedette is made for
      </h2>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-6 border-t border-line pt-8 lg:grid-cols-4">
        {places.map(({ name, text, Icon }) => (
          <li key={name} className="flex items-start gap-3">
            <Icon size="1.5rem" stroke={1.5} className="mt-0.5 shrink-0 text-accent" aria-hidden="true" />
            <div>
              <p className="font-medium">{name}</p>
              <p className="text-sm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
