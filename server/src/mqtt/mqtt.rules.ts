/** Whether a subscription's filter matches a topic: `+` matches one level, `#` all further levels. */
export function topicMatches(filter: string, topic: string): boolean {
  const wanted = filter.replace(/^\$share\/[^/]+\//, '').split('/');
  const levels = topic.split('/');
  const open = wanted.at(-1) === '#';
  const fixed = open ? wanted.slice(0, -1) : wanted;
  if (open ? levels.length < fixed.length : levels.length !== fixed.length) return false;
  return fixed.every((level, index) => level === '+' || level === levels[index]);
}
