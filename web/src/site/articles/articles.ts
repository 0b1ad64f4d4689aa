export type Article = {
  title: string;
  authors: readonly string[];
  venue: string;
  year: number;
  type: string;
  link: string;
  tags: readonly string[];
  abstract: string;
};

const ourNote = { authors: ['Vedette Engineering'], venue: 'Vedette technical note', year: 2026 } as const;

export const articles: readonly Article[] = [
  {
    title: 'Weapon Detection in Real-Time CCTV Videos Using Deep Learning',
    authors: ['Muhammad Tahir Bhatti', 'Muhammad Gufran Khan', 'Masood Aslam', 'Muhammad Junaid Fiaz'],
    venue: 'IEEE Access',
    year: 2021,
    type: 'journal',
    link: 'https://doi.org/10.1109/ACCESS.2021.3059170',
    tags: ['CCTV', 'real-time', 'deep learning'],
    abstract:
      'Trains and compares deep detectors for firearms under the conditions of real surveillance: small objects, poor light, and video that has to be judged while it arrives. A good read on why the training data decide as much as the network does.',
  },
  {
    title: 'Automatic Handgun Detection with Deep Learning in Video Surveillance Images',
    authors: ['Jesus Salido', 'Vanesa Lomas', 'Jesus Ruiz-Santaquiteria', 'Oscar Deniz'],
    venue: 'Applied Sciences 11(13) 6085',
    year: 2021,
    type: 'journal',
    link: 'https://doi.org/10.3390/app11136085',
    tags: ['handguns', 'pose', 'RetinaNet', 'YOLOv3'],
    abstract:
      'Asks whether the pose of the person who holds a handgun helps a detector to find it in surveillance images. Of the networks compared, RetinaNet reaches the best average precision, 96.36 %, and the best recall, 97.23 %.',
  },
  {
    title: 'Firearm Detection and Segmentation Using an Ensemble of Semantic Neural Networks',
    authors: ['Alexander Egiazarov', 'Vasileios Mavroeidis', 'Fabio Massimo Zennaro', 'Kamer Vishi'],
    venue: 'EISIC',
    year: 2019,
    type: 'conference',
    link: 'https://arxiv.org/abs/2003.00805',
    tags: ['ensembles', 'segmentation'],
    abstract:
      'Instead of one large network for the whole firearm, several small ones look for its parts, and their answers are put together. The parts can be trained apart, and the result also tells which pixels belong to the weapon.',
  },
  {
    title: 'Automatic Handgun Detection Alarm in Videos Using Deep Learning',
    authors: ['Roberto Olmos', 'Siham Tabik', 'Francisco Herrera'],
    venue: 'arXiv:1702.05147',
    year: 2017,
    type: 'preprint',
    link: 'https://arxiv.org/abs/1702.05147',
    tags: ['false positives', 'Faster R-CNN', 'alarm activation'],
    abstract:
      'Treats the false alarm as the problem to solve and builds an alarm, not only a detector, on Faster R-CNN. It goes off after five true positives, in under 0.2 seconds, in 27 of 30 scenes.',
  },
  {
    ...ourNote,
    title: 'How a Threat Level Is Derived',
    type: 'technical_report',
    link: '/notes/threat-level.pdf',
    tags: ['threat level', 'confidence', 'pure rule'],
    abstract:
      'The whole rule that turns a weapon type and a confidence into a level from 1 to 10, drawn as curves, with the table of where each weapon becomes an active threat, and what the rule deliberately does not know.',
  },
  {
    ...ourNote,
    title: 'How a Report Stays Durable',
    type: 'technical_report',
    link: '/notes/durable-reports.pdf',
    tags: ['durability', 'group commit', 'kill tests'],
    abstract:
      'What happens between a device’s report and its answer, in which order bytes reach the disk, and what was found after killing the server again and again in the middle of full load, on SQLite and on PostgreSQL.',
  },
  {
    ...ourNote,
    title: 'From Report to Screen: How the Latency Was Measured',
    type: 'technical_report',
    link: '/notes/report-to-screen.pdf',
    tags: ['latency', 'Server-Sent Events', 'measurement'],
    abstract:
      'Where the milliseconds go between a camera’s report and the painted card in a guard’s browser, how two clocks were brought together to measure them, and how far the figures can be trusted.',
  },
];
