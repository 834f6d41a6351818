// What the mails say: plain text, one address to open, and what to do when one did not ask for it.
import type { Message } from "../mail/mail.ts";

const UNASKED = "If you did not ask for this, do nothing: nothing changes without the link.";

export function confirmation(publicUrl: string, to: string, token: string): Message {
  const link = `${publicUrl}/confirm?token=${encodeURIComponent(token)}`;
  return letter(to, "Confirm your e-mail address", link, [
    "Open this address within a day to confirm that this mailbox is yours:",
    link,
    UNASKED,
  ]);
}

export function knownAlready(publicUrl: string, to: string): Message {
  const link = `${publicUrl}/forgot`;
  return letter(to, "You have an account already", link, [
    `Somebody, probably you, wanted to sign up at ${publicUrl} with this address. There is an account with it already.`,
    "If you forgot its password, set a new one:",
    link,
    "If it was not you, do nothing.",
  ]);
}

export function passwordReset(publicUrl: string, to: string, token: string): Message {
  const link = `${publicUrl}/reset?token=${encodeURIComponent(token)}`;
  return letter(to, "Set a new password", link, [
    "Open this address within an hour to set a new password. All sessions end then.",
    link,
    UNASKED,
  ]);
}

export function addressChanging(publicUrl: string, to: string, next: string): Message {
  const link = `${publicUrl}/forgot`;
  return letter(to, "Your e-mail address is being changed", undefined, [
    `Your account at ${publicUrl} is to get the address ${next}. It changes when the link that was sent there is opened.`,
    `If it was not you, set a new password now: ${link}`,
  ]);
}

export function passwordChanged(publicUrl: string, to: string): Message {
  return letter(to, "Your password was changed", undefined, [
    `The password of your account at ${publicUrl} was changed. If it was not you, set a new one: ${publicUrl}/forgot`,
  ]);
}

export function invitation(publicUrl: string, to: string, organization: string, token: string): Message {
  const link = `${publicUrl}/invite/${encodeURIComponent(token)}`;
  return letter(to, `Join ${organization}`, link, [
    `You are invited to work with the documents of ${organization} at ${publicUrl}. Open this address within seven days:`,
    link,
    "If you do not know them, do nothing.",
  ]);
}

export function letter(to: string, subject: string, link: string | undefined, paragraphs: string[]): Message {
  return { to, subject, link, text: `${paragraphs.join("\n\n")}\n` };
}
