/** Text with `code` as in Markdown. */
export function CodedText({ children }: { children: string }) {
  const [, before, code, after = ''] = /^([^`]*)`([^`]*)`(.*)$/s.exec(children) ?? [];
  if (code === undefined) return children;
  return (
    <>
      {before}
      <code className="font-mono text-xs">{code}</code>
      <CodedText>{after}</CodedText>
    </>
  );
}
