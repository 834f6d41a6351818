// What the developers' pages share: their own navigation, and moments as they are written in tables.
const PLACES = [
  ["/developers/keys", "Keys"],
  ["/developers/requests", "Requests"],
  ["/developers/quick-start", "Quick start"],
  ["/docs", "API reference"],
] as const;

export function Places({ current }: { current: string }) {
  return (
    <nav class="pages" aria-label="Developers">
      {PLACES.map(([href, name]) => (
        <a href={href} aria-current={href === current ? "page" : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

export function Moment({ at, none = "never" }: { at: Date | null; none?: string }) {
  if (at === null) return <span class="soft">{none}</span>;
  const iso = at.toISOString();
  return <time datetime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}</time>;
}
