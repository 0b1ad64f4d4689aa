import { expect, test } from '../../fixtures/test.ts';

test('the articles are shown in two columns, each with its details', async ({ page }) => {
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

test('three articles are PDF files of this server', async ({ page, request }) => {
  await page.goto('/articles');
  await expect(page.getByRole('article')).toHaveCount(7);
  const links = await page
    .getByRole('link', { name: 'Read Full Paper' })
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const own = links.filter((link) => link.startsWith('/'));
  expect(own).toHaveLength(3);
  for (const link of own) {
    const answer = await request.get(link);
    expect(answer.headers()['content-type']).toBe('application/pdf');
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');
  }
});
