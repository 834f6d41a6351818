// Pages for who may not go on: no organization, a suspended one, and errors of every kind.
import type { Child } from "hono/jsx";

export function NoOrganization({ field }: { field: Child }) {
  return (
    <article class="text">
      <h1>You belong to no organization</h1>
      <p>Documents, keys and checks belong to an organization. Ask for an invitation, or make one of your own.</p>
      <form method="post" action="/settings/organization/new">
        {field}
        <button type="submit" class="main">
          Make an organization
        </button>
      </form>
    </article>
  );
}

export function Suspended() {
  return (
    <article class="text">
      <h1>This organization is suspended</h1>
      <p>
        The operator of this service stopped it for now: its keys and its documents cannot be used. Nothing was deleted.
        Write to the operator, or look at <a href="/settings">your settings</a>.
      </p>
    </article>
  );
}

export function Failed({ title, message, requestId }: { title: string; message: string; requestId: string }) {
  return (
    <article class="text">
      <h1>{title}</h1>
      <p>{message}</p>
      <p class="soft">
        Request <code>{requestId}</code>
      </p>
    </article>
  );
}
