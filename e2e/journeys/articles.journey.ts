import { expect, test } from '../fixtures/test.ts';

test('the articles stand in two columns, each with its facts', async ({ page }) => {
  await page.goto('/articles');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(7);
  const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
  expect(first?.y).toBe(second?.y);
  expect(first?.x).not.toBe(second?.x);

  const paper = page.getByRole('article', { name: 'Weapon Detection in Real-Time CCTV Videos Using Deep Learning' });
  await expect(paper.getByText('Journal')).toBeVisible();
  await expect(paper.getByRole('img', { name: 'External link' })).toBeVisible();
  await expect(
    paper.getByText('Muhammad Tahir Bhatti, Muhammad Gufran Khan, Masood Aslam, et al.', { exact: true }),
  ).toBeVisible();
  await expect(paper.getByText('Muhammad Junaid Fiaz')).toHaveCount(0);
  await expect(paper.getByText('IEEE Access, 2021')).toBeVisible();
  await expect(paper.getByRole('list', { name: 'Topics' }).getByRole('listitem')).toHaveText([
    'CCTV',
    'real-time',
    'deep learning',
  ]);
  await expect(paper.getByRole('link', { name: 'Read Full Paper' })).toHaveAttribute(
    'href',
    'https://doi.org/10.1109/ACCESS.2021.3059170',
  );
  await expect(cards.getByText('Conference', { exact: true })).toHaveCount(1);
  await expect(cards.getByText('Preprint', { exact: true })).toHaveCount(1);
  await expect(cards.getByText('Technical report', { exact: true })).toHaveCount(3);
});
