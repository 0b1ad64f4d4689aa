import { Circle, Document, Page, Path, Rect, Svg, Text, View } from '@react-pdf/renderer';
import { Children, type ReactNode } from 'react';
import { colours, look } from './look.ts';

export type NoteMeta = {
  /** the file in web/public/notes, without its ending */
  file: string;
  title: string;
  lead: string;
  /** named in the document, so that a test sees when it is older than they are */
  fingerprint: string;
};

// One day for all three: the same sources give the same bytes.
const WRITTEN = new Date('2026-11-20T00:00:00Z');

export function Note({ meta, children }: { meta: NoteMeta; children: ReactNode }) {
  return (
    <Document
      title={meta.title}
      author="Vedette Engineering"
      subject={meta.lead}
      keywords={`sources ${meta.fingerprint}`}
      creator="npm run notes"
      producer="Vedette"
      language="en-GB"
      creationDate={WRITTEN}
      modificationDate={WRITTEN}
    >
      <Page size="A4" style={look.page}>
        <View style={{ flexDirection: 'row', alignItems: 'center' }}>
          <Mark />
          <Text style={look.kicker}>Vedette technical note · 2026</Text>
        </View>
        <Text style={look.title}>{meta.title}</Text>
        <Text style={look.lead}>{meta.lead}</Text>
        {children}
        <View style={look.running} fixed>
          <Text>{meta.title}</Text>
          <Text render={({ pageNumber, totalPages }) => `${pageNumber} / ${totalPages}`} />
        </View>
      </Page>
    </Document>
  );
}

function Mark() {
  return (
    <Svg viewBox="0 0 32 32" style={{ width: 18, height: 18 }}>
      <Rect x={0} y={0} width={32} height={32} rx={8} fill={colours.accent} />
      <Path d="M6.5 9.5 16 25.5l9.5-16" fill="none" stroke="#fff" strokeWidth={3} strokeLinecap="round" />
      <Circle cx={16} cy={10.5} r={3} fill="#fff" />
    </Svg>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const [first, ...rest] = Children.toArray(children);
  return (
    <View>
      {/* A heading never stands alone at the foot of a page. */}
      <View wrap={false}>
        <Text style={look.heading}>{title}</Text>
        {first}
      </View>
      {rest}
    </View>
  );
}

export function P({ children }: { children: ReactNode }) {
  return (
    <Text style={look.paragraph} orphans={2} widows={2}>
      {children}
    </Text>
  );
}

export function Strong({ children }: { children: ReactNode }) {
  return <Text style={{ fontWeight: 600 }}>{children}</Text>;
}

export function Formula({ children }: { children: ReactNode }) {
  return (
    <View style={look.formula} wrap={false}>
      <Text>{children}</Text>
    </View>
  );
}

export function Figure({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <View style={look.figure} wrap={false}>
      {children}
      <Text style={look.caption}>{caption}</Text>
    </View>
  );
}
