const MAX_LINES = 2000;
const KINDS: Readonly<Record<string, string>> = { "+": "added", "-": "removed", "@": "where-in-file" };

/** Shows a diff line by line. Each line has a colour, and a sign with the same meaning. */
export function PatchView({ patch }: { patch: string }) {
  const lines = patch.split("\n").filter((line) => !/^(?:===|---|\+\+\+)/.test(line));
  return (
    <pre class="patch" tabIndex={0}>
      {lines.slice(0, MAX_LINES).map((line, index) => (
        <span key={index} class={KINDS[line[0] ?? ""] ?? ""}>
          {`${line}\n`}
        </span>
      ))}
      {lines.length > MAX_LINES && `${lines.length - MAX_LINES} more lines`}
    </pre>
  );
}
