// A page without batching: it shows the newest threats, adds a card for each event at once, and keeps every card.
const list = document.querySelector('main');
const heading = document.querySelector('h1');
let count = 0;

function cardOf({ id, weapon_type, threat_level, confidence, location, timestamp, device, jpeg_endpoint }) {
  const card = document.createElement('article');
  const picture = document.createElement('img');
  picture.alt = `Frame of detection ${id}`;
  if (jpeg_endpoint) picture.src = jpeg_endpoint;
  const name = document.createElement('h2');
  name.id = `detection-${id}`;
  name.textContent = `${weapon_type} #${id}`;
  const facts = document.createElement('p');
  const time = new Date(timestamp).toLocaleString('en-GB');
  facts.textContent = `Threat ${threat_level}/10, ${confidence}%, ${location}, ${time}, ${device}`;
  card.append(picture, name, facts);
  for (const action of ['Expand Threat', 'System Metrics', 'Delete Threat']) {
    const button = document.createElement('button');
    button.textContent = action;
    card.append(button);
  }
  return card;
}

function recount() {
  heading.textContent = `High Priority Threats (${count})`;
  document.title = `(${count}) Dashboard`;
}

const { active_weapon_threats: threats, threat_count: total } = await (await fetch('/api/detections/threats')).json();
list.append(...threats.map(cardOf));
count = total;
recount();

const stream = new EventSource('/api/detections/stream');
stream.addEventListener('hello', () => document.body.setAttribute('data-live', ''));
stream.addEventListener('detection.created', ({ data }) => {
  list.prepend(cardOf(JSON.parse(data)));
  count += 1;
  recount();
});
