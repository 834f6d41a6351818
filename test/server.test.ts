// The server around the application: where it cannot listen, and how it stops.
import { createServer, type Server } from "node:net";
import { Hono } from "hono";
import { afterEach, expect, test } from "vitest";
import type { App } from "../src/app.ts";
import { StartError } from "../src/errors.ts";
import { listen } from "../src/server.ts";

const taken: Server[] = [];
afterEach(() => {
  for (const server of taken.splice(0)) server.close();
});

/** An application of one slow route, which says when a request has reached it. */
function slowApp(milliseconds: number, reached = () => {}): App {
  const app = new Hono();
  app.get("/", async (c) => {
    reached();
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return c.text("done");
  });
  return app as unknown as App; // Only its `fetch` is used.
}

const here = { host: "127.0.0.1", port: 0, tls: undefined };

test("a port that is taken is named", async () => {
  const other = createServer();
  taken.push(other);
  await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening));
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await expect(listen(slowApp(0), { ...here, port })).rejects.toThrow(
    new StartError(`Port ${port} on 127.0.0.1 is taken; stop the program that uses it, or set PORT.`),
  );
});

test.each(["203.0.113.1", "no-such-host.invalid"])("a host that is not this machine is named: %s", async (host) => {
  await expect(listen(slowApp(0), { ...here, host })).rejects.toThrow(`cannot listen on ${host}`);
});

test("a stop lets open requests end, and takes no more", async () => {
  const reached = Promise.withResolvers<void>();
  const server = await listen(slowApp(200, reached.resolve), here);
  const url = `http://127.0.0.1:${server.port}/`;
  const open = fetch(url);
  await reached.promise;
  await server.close(5_000);
  expect(await (await open).text()).toBe("done");
  await expect(fetch(url)).rejects.toThrow();
});

test("a stop waits for nobody longer than it was told to", async () => {
  const reached = Promise.withResolvers<void>();
  const server = await listen(slowApp(60_000, reached.resolve), here);
  const open = fetch(`http://127.0.0.1:${server.port}/`);
  open.catch(() => undefined);
  await reached.promise;
  const begin = performance.now();
  await server.close(100);
  expect(performance.now() - begin).toBeLessThan(2_000);
  await expect(open).rejects.toThrow();
});
