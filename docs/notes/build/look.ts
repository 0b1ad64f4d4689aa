import { createRequire } from 'node:module';
import { Font, StyleSheet } from '@react-pdf/renderer';

export const colours = {
  ink: '#0e1a2c',
  muted: '#4f5c73',
  line: '#dde3ec',
  sunken: '#f1f4f9',
  accent: '#1a48cc',
  accentSoft: '#c9d7fa',
  danger: '#bf1622',
  threat: '#c2600c',
  caution: '#a27b0a',
  calm: '#1c8a52',
} as const;

const { resolve } = createRequire(import.meta.url);
for (const fontWeight of [400, 600] as const) {
  Font.register({
    family: 'Inter',
    fontWeight,
    src: resolve(`@fontsource/inter/files/inter-latin-${fontWeight}-normal.woff`),
  });
}
Font.registerHyphenationCallback((word) => [word]);

export const look = StyleSheet.create({
  page: {
    paddingTop: 64,
    paddingBottom: 64,
    paddingHorizontal: 64,
    fontFamily: 'Inter',
    fontSize: 9.75,
    lineHeight: 1.55,
    color: colours.ink,
  },
  running: {
    position: 'absolute',
    left: 64,
    right: 64,
    top: 798,
    flexDirection: 'row',
    justifyContent: 'space-between',
    fontSize: 8,
    color: colours.muted,
  },
  kicker: { fontSize: 8.5, fontWeight: 600, color: colours.accent, marginLeft: 7 },
  title: { fontSize: 24, lineHeight: 1.2, fontWeight: 600, letterSpacing: -0.5, marginTop: 18 },
  lead: { fontSize: 11.5, lineHeight: 1.5, color: colours.muted, marginTop: 8, marginBottom: 4 },
  heading: { fontSize: 13, lineHeight: 1.3, fontWeight: 600, marginTop: 16, marginBottom: 4 },
  paragraph: { marginTop: 4, marginBottom: 3 },
  formula: {
    marginVertical: 8,
    paddingVertical: 9,
    paddingHorizontal: 12,
    backgroundColor: colours.sunken,
    borderLeftWidth: 2,
    borderLeftColor: colours.accent,
    fontWeight: 600,
  },
  figure: { marginTop: 10, marginBottom: 6 },
  caption: { fontSize: 8.25, lineHeight: 1.45, color: colours.muted, marginTop: 5 },
  tableRow: { flexDirection: 'row', borderBottomWidth: 0.75, borderBottomColor: colours.line, paddingVertical: 3.5 },
  tableHead: { borderBottomColor: colours.ink, fontWeight: 600 },
  tableCell: { fontSize: 8.5, lineHeight: 1.4, paddingRight: 8 },
});
