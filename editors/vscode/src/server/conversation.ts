/** A conversation with one server process, from its start to its end. */

import { type LogOutputChannel, Uri, workspace } from "vscode";
import {
  type ClientCapabilities,
  CloseAction,
  ErrorAction,
  type FeatureState,
  LanguageClient,
  type LanguageClientOptions,
  type MessageSignature,
  type Middleware,
  type SemanticTokensLegend,
  SemanticTokensRefreshRequest,
  type ServerCapabilities,
  State,
  type StaticFeature,
} from "vscode-languageclient/node";
import { SELECTOR } from "../files";
import { REVIEW_CHANGED, SCHEME, SCORES_CHANGED } from "../protocol";
import { roomFor } from "../shown_texts";
import type { Command } from "./carried";
import { pause, ServerProcess } from "./process";
import { forServer } from "./settings";

/** Milliseconds that a server has to end after it was asked to. */
const SHUTDOWN_TIMEOUT_MS = 1500;
/** Milliseconds that a process which closed its connection has to end. */
const EXIT_TIMEOUT_MS = 1000;

const MIDDLEWARE: Middleware = {
  async provideInlayHints(document, range, token, next) {
    return roomFor(await next(document, range, token));
  },
  workspace: {
    async configuration(params, token, next) {
      const sections = await next(params, token);
      return Array.isArray(sections)
        ? sections.map((section) => forServer(section, workspace.isTrusted))
        : sections;
    },
  },
};

/** The events of a conversation. */
export interface Listener {
  scored(): void;
  /** A review has changed, or there is more of it. */
  reviewed(): void;
  /** Shows a document that the server has written; whether that could be done. */
  show(uri: Uri): Promise<boolean>;
  /** The server ended unexpectedly; how, as a sentence. */
  ended(how: string): void;
}

/** A program that writes, but not the protocol. */
export class NoServer extends Error {}

export class Conversation {
  readonly #client: Client;
  readonly #features = new OwnFeatures();
  readonly #streams = async (): Promise<ServerProcess> => this.#process as ServerProcess;
  #process: ServerProcess | undefined;
  #end: Promise<void> | undefined;

  constructor(
    readonly command: Command,
    private readonly log: LogOutputChannel,
    private readonly listener: Listener,
  ) {
    this.#client = new Client("meteorscope", "Meteorscope", this.#streams, {
      ...this.#options(),
      outputChannel: log,
    });
    this.#client.registerFeature(this.#features);
    this.#client.onNotification(SCORES_CHANGED, () => listener.scored());
    this.#client.onNotification(REVIEW_CHANGED, () => listener.reviewed());
  }

  /** Starts the program; fails with a sentence that says why it is not a server. */
  async start(): Promise<void> {
    const child = await ServerProcess.start(this.command, (line) => this.log.error(line));
    this.#process = child;
    try {
      await Promise.race([
        this.#startClient(),
        child.ended.then((how) => {
          throw new Error(`it ended ${how}`);
        }),
        child.babble.then((words) => {
          throw new NoServer(`it writes "${words}", which is not the Language Server Protocol`);
        }),
      ]);
    } catch (error) {
      throw error instanceof NoServer ? error : new Error(await this.#howItEnded(messageOf(error)));
    }
    this.#client.onRequest(SemanticTokensRefreshRequest.type, () => this.listener.scored());
  }

  /** Starts the client, whose start also counts as done where the connection closed meanwhile. */
  async #startClient(): Promise<void> {
    await this.#client.start();
    if (this.#client.state !== State.Running) {
      throw new Error("it closed its connection");
    }
  }

  /** What the server's semantic tokens are called. */
  get legend(): Legend {
    return this.#features.legend;
  }

  get isRunning(): boolean {
    return this.#client.state === State.Running && this.#end === undefined;
  }

  /** Whether it ended or is being ended. */
  get isOver(): boolean {
    return this.#end !== undefined;
  }

  /** Whether the program spoke as a server does. */
  get hasSpoken(): boolean {
    return this.#process?.hasSpoken ?? false;
  }

  ask<Answer>(method: string, params: unknown): Promise<Answer> {
    return this.#client.sendRequest<Answer>(method, params);
  }

  /** Has the server ask for the settings again. */
  async tellOfSettings(): Promise<void> {
    await this.#client.sendNotification("workspace/didChangeConfiguration", { settings: null });
  }

  /** Ends it, whatever state it is in; when this is done, its process is no more. */
  end(): Promise<void> {
    this.#end ??= this.#endNow();
    return this.#end;
  }

  async #endNow(): Promise<void> {
    const mayEndItself = this.#client.state === State.Running;
    await this.#client.dispose(SHUTDOWN_TIMEOUT_MS);
    await this.#process?.end(mayEndItself ? SHUTDOWN_TIMEOUT_MS : 0);
  }

  #options(): LanguageClientOptions {
    return {
      documentSelector: SELECTOR,
      middleware: {
        ...MIDDLEWARE,
        window: {
          showDocument: async (params, token, next) => {
            const uri = Uri.parse(params.uri);
            return uri.scheme === SCHEME
              ? { success: await this.listener.show(uri) }
              : next(params, token);
          },
        },
      },
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          if (this.isRunning) {
            void this.#howItEnded("it closed its connection").then((how) =>
              this.listener.ended(how),
            );
          }
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
    };
  }

  /**
   * How the process ended, as a sentence.
   *
   * @param otherwise what to say where it has not.
   */
  async #howItEnded(otherwise: string): Promise<string> {
    const nothing = pause(EXIT_TIMEOUT_MS).then(() => otherwise);
    const ended = this.#process?.ended.then((how) => `it ended ${how}`);
    return Promise.race([ended ?? nothing, nothing]);
  }
}

/** A client that leaves it to us to tell the person of starts that fail, and of servers that end. */
class Client extends LanguageClient {
  /**
   * Tells the server of something that happened. Where no server hears it any more there is nothing
   * to tell, and nothing for a person to know: the next server receives the current state.
   */
  override async sendNotification(
    type: string | MessageSignature,
    params?: unknown,
  ): Promise<void> {
    if (this.state !== State.Stopped && this.state !== State.StartFailed) {
      try {
        await super.sendNotification(type as string, params);
      } catch (error) {
        this.debug("A notification did not reach the server.", error, false);
      }
    }
  }

  override error(message: string, data?: unknown, show?: boolean | "force"): void {
    super.error(message, data, show === "force" ? false : show);
  }

  override async stop(timeout?: number): Promise<void> {
    try {
      await super.stop(timeout);
    } catch {
      // It never ran, or does not answer: its process is ended all the same.
    }
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export type Legend = SemanticTokensLegend;

export class OwnFeatures implements StaticFeature {
  legend: Legend = { tokenTypes: [], tokenModifiers: [] };

  fillClientCapabilities(capabilities: ClientCapabilities): void {
    capabilities.experimental = {
      meteor: { scoresChanged: true, reviewChanged: true, documents: true },
    };
  }

  /**
   * Keeps semantic tokens from VS Code, whose themes know no chunks: they are drawn as decorations,
   * in colours that themes and people can choose.
   */
  preInitialize(capabilities: ServerCapabilities): void {
    this.legend = capabilities.semanticTokensProvider?.legend ?? this.legend;
    delete capabilities.semanticTokensProvider;
  }

  initialize(): void {}

  getState(): FeatureState {
    return { kind: "static" };
  }

  clear(): void {}
}
