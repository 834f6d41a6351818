// The organization: its name, who belongs to it and as what, who is invited; leaving it.
import type { Child } from "hono/jsx";
import type { KnownMember, listInvitations } from "../../accounts/members.ts";
import type { Membership, Person } from "../../accounts/person.ts";
import { Moment } from "../developers/parts.tsx";
import { Done, Field, Problem } from "../form.tsx";
import { Foreign } from "../report/foreign.tsx";
import { SettingsPlaces } from "./account.tsx";

type OrganizationProps = {
  person: Person;
  current: Membership;
  members: KnownMember[];
  invited: Awaited<ReturnType<typeof listInvitations>>;
  field: Child;
  problem?: string | undefined;
  done?: string | undefined;
};

export function OrganizationView({ person, current, members, invited, field, problem, done }: OrganizationProps) {
  const isOwner = current.role === "owner";
  return (
    <article>
      <h1>
        <Foreign text={current.name} />
      </h1>
      <SettingsPlaces current="/settings/organization" />
      <Problem message={problem} />
      <Done message={done} />
      {person.memberships.length > 1 ? <Others person={person} current={current} field={field} /> : null}
      <h2>Members</h2>
      <section class="scroll" tabindex={0} aria-label="Members">
        <table class="folding">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">E-mail</th>
              <th scope="col">Since</th>
              <th scope="col">Role</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <MemberRow member={member} changeable={isOwner && member.userId !== person.id} field={field} />
            ))}
          </tbody>
        </table>
      </section>
      <p class="soft">Owners invite, remove and give roles. Members do all else: documents, keys, requests, usage.</p>
      {isOwner ? <Invitations invited={invited} field={field} /> : null}
      {isOwner ? (
        <section>
          <h2>Name</h2>
          <form method="post" action="/settings/organization/name" class="stack">
            {field}
            <Field name="name" label="Name of the organization" value={current.name} maxlength={100} />
            <button type="submit">Rename</button>
          </form>
        </section>
      ) : null}
      <section>
        <h2>Leave</h2>
        <p>You lose sight of its documents at once. Its last owner cannot leave.</p>
        <form method="post" action="/settings/organization/leave" class="line">
          {field}
          <button type="submit" class="danger">
            Leave the organization
          </button>
        </form>
      </section>
    </article>
  );
}

function Others({ person, current, field }: Pick<OrganizationProps, "person" | "current" | "field">) {
  return (
    <section>
      <h2>Look at another organization</h2>
      <form method="post" action="/settings/organization/choose" class="line">
        {field}
        <label>
          Organization
          <select name="organization">
            {person.memberships.map(({ organizationId, name }) => (
              <option value={organizationId} selected={organizationId === current.organizationId}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit">Go there</button>
      </form>
    </section>
  );
}

function MemberRow({ member, changeable, field }: { member: KnownMember; changeable: boolean; field: Child }) {
  const { userId, name, email, role, createdAt } = member;
  const other = role === "owner" ? "member" : "owner";
  return (
    <tr>
      <th scope="row">
        <Foreign text={name} />
      </th>
      <td data-label="E-mail">{email}</td>
      <td data-label="Since">
        <Moment at={createdAt} />
      </td>
      <td data-label="Role">{role}</td>
      <td class="acts">
        {changeable ? (
          <>
            <form method="post" action={`/settings/organization/members/${userId}/role`} class="line">
              {field}
              <input type="hidden" name="role" value={other} />
              <button type="submit">{`Make ${other}`}</button>
            </form>
            <form method="post" action={`/settings/organization/members/${userId}/remove`} class="line">
              {field}
              <button type="submit" class="danger">
                Remove
              </button>
            </form>
          </>
        ) : null}
      </td>
    </tr>
  );
}

function Invitations({ invited, field }: Pick<OrganizationProps, "invited" | "field">) {
  return (
    <section>
      <h2>Invite</h2>
      <form method="post" action="/settings/organization/invite" class="line">
        {field}
        <Field name="email" label="E-mail" type="email" maxlength={254} />
        <label>
          Role
          <select name="role">
            <option value="member">member</option>
            <option value="owner">owner</option>
          </select>
        </label>
        <button type="submit" class="main">
          Send an invitation
        </button>
      </form>
      {invited.length === 0 ? null : (
        <section class="scroll" tabindex={0} aria-label="Open invitations">
          <table class="folding">
            <thead>
              <tr>
                <th scope="col">Invited</th>
                <th scope="col">Role</th>
                <th scope="col">Until</th>
                <th scope="col">Change</th>
              </tr>
            </thead>
            <tbody>
              {invited.map(({ id, email, role, expiresAt }) => (
                <tr>
                  <th scope="row">{email}</th>
                  <td data-label="Role">{role}</td>
                  <td data-label="Until">
                    <Moment at={expiresAt} />
                  </td>
                  <td class="acts">
                    <form method="post" action={`/settings/organization/invitations/${id}/cancel`}>
                      {field}
                      <button type="submit">Withdraw</button>
                    </form>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
