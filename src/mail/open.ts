// Mail as the settings say it goes out.
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { bySmtp, intoFolder, type Mail, openMail } from "./mail.ts";
import { keepIn } from "./unsent.ts";

export function mailOf(config: Config, log: Log): Mail {
  if (config.smtpUrl !== undefined) {
    return openMail(bySmtp(config.smtpUrl, config.mailFrom), log, undefined, keepIn(unsentIn(config)));
  }
  if (config.production) log.warn("no_smtp_url", { consequence: "mails are written into DATA_DIR/mail" });
  const say = (line: string) => process.stdout.write(line);
  return openMail(intoFolder(join(config.dataDir, "mail"), config.mailFrom, say), log);
}

/** Where mails lie that could not be sent; the next start tries them again. */
export function unsentIn({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "mail", "unsent");
}
