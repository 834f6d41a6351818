// One page for every reason why there is no such document: deleted, another organization's, never there.
export function MissingView() {
  return (
    <article class="report">
      <h1>There is no such document</h1>
      <p>It was deleted, its 30 days are over, or the address is not quite right.</p>
      <p>
        <a href="/documents">All documents</a>
      </p>
    </article>
  );
}
