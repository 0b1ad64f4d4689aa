const technologies = [
  {
    name: 'Computer vision at the edge',
    text: 'Object detection on the device; a report is a few kilobytes and one JPEG.',
  },
  {
    name: 'TypeScript from wire to screen',
    text: 'One contract of schemas; both ends fail to compile when it is broken.',
  },
  { name: 'Node.js and Fastify', text: 'One server process, one writer thread, every request validated.' },
  { name: 'SQLite or PostgreSQL', text: 'Embedded for one post, a database server for several of them.' },
  { name: 'Server-Sent Events', text: 'Numbered without gaps, replayed after a break, bounded for slow readers.' },
  { name: 'React', text: 'Ten thousand detections scroll like ten; everything works by keyboard.' },
];

export function CoreTechnologies() {
  return (
    <section aria-labelledby="technologies" className="mt-16">
      <h2 id="technologies" className="text-2xl font-semibold tracking-tight">
        Core Technologies
      </h2>
      <dl className="mt-6 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {technologies.map(({ name, text }) => (
          <div key={name} className="border-l-2 border-accent pl-4">
            <dt className="font-semibold">{name}</dt>
            <dd className="mt-1 text-pretty text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
