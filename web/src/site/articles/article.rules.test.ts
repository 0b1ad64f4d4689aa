import { describe, expect, it } from 'vitest';
import { authorLine, badgeColour, isExternal, typeLabel } from './article.rules.ts';
import { articles } from './articles.ts';

describe('the badge of an article', () => {
  it.each([
    ['journal', 'blue'],
    ['conference', 'green'],
    ['preprint', 'orange'],
    ['book_chapter', 'purple'],
    ['technical_report', 'gray'],
    ['thesis', 'gray'],
    ['toString', 'gray'],
    ['', 'gray'],
  ])('%s is %s', (type, colour) => {
    expect(badgeColour(type)).toBe(colour);
  });

  it('shows the type in words', () => {
    expect(typeLabel('book_chapter')).toBe('Book chapter');
    expect(typeLabel('journal')).toBe('Journal');
  });
});

describe('the authors of an article', () => {
  it.each([
    [['A'], 'A'],
    [['A', 'B', 'C'], 'A, B, C'],
    [['A', 'B', 'C', 'D'], 'A, B, C, et al.'],
  ])('%j are shown as %s', (authors, line) => {
    expect(authorLine(authors)).toBe(line);
  });
});

describe('the list', () => {
  it('has seven articles, three of them technical notes of this site', () => {
    expect(articles).toHaveLength(7);
    expect(articles.filter(({ link }) => isExternal(link))).toHaveLength(4);
    expect(articles.filter(({ link }) => link.startsWith('/notes/') && link.endsWith('.pdf'))).toHaveLength(3);
  });
});
