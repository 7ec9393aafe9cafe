/** The server's life: found, started, started again. */

import {
  type Disposable,
  EventEmitter,
  type LogOutputChannel,
  Uri,
  window,
  workspace,
} from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  SemanticTokensRefreshRequest,
  State,
} from "vscode-languageclient/node";
import { SELECTOR } from "../files";
import { SCORES_CHANGED } from "../protocol";
import { showPage } from "../report";
import { type Legend, OwnFeatures } from "./features";
import { offerRemedies } from "./missing";
import { findProgram } from "./program";
import { onPythonChosen } from "./python";
import { forServer } from "./settings";

/** Milliseconds before a server that died is started again, for the first, second ... time. */
const PAUSES = [500, 2000, 5000, 15_000, 30_000];
/** Milliseconds after which a server counts as sound, and what died before is forgotten. */
const SOUND = 60_000;

const MIDDLEWARE: Middleware = {
  workspace: {
    async configuration(params, token, next) {
      const sections = await next(params, token);
      return Array.isArray(sections) ? sections.map(forServer) : sections;
    },
  },
  window: {
    async showDocument(params, token, next) {
      const uri = Uri.parse(params.uri);
      if (params.external && uri.scheme === "file" && uri.path.endsWith(".html")) {
        return { success: await showPage(uri) };
      }
      return next(params, token);
    },
  },
};

export type Condition = "starting" | "running" | "missing" | "waiting" | "failed";

export class Server implements Disposable {
  readonly #log: LogOutputChannel = window.createOutputChannel("Meteorscope", { log: true });
  readonly #changed = new EventEmitter<void>();
  readonly #scored = new EventEmitter<void>();
  readonly #subscriptions: Disposable[] = [];
  #client: LanguageClient | undefined;
  #condition: Condition = "starting";
  #legend: Legend = { tokenTypes: [], tokenModifiers: [] };
  #program = "";
  #deaths = 0;
  #timer: NodeJS.Timeout | undefined;
  /** One start or stop after the other. */
  #work: Promise<void> = Promise.resolve();

  /** Told when the server began, or ceased, to be there. */
  readonly onDidChange = this.#changed.event;
  /** Told when scores on the screen may have changed. */
  readonly onDidScore = this.#scored.event;

  constructor() {
    this.#subscriptions.push(
      this.#log,
      this.#changed,
      this.#scored,
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("meteorscope.server")) {
          this.restart();
        }
      }),
      workspace.onDidGrantWorkspaceTrust(() => void this.#restartIfElsewhere()),
    );
  }

  /** What the server's semantic tokens are called. */
  get legend(): Legend {
    return this.#legend;
  }

  get condition(): Condition {
    return this.#condition;
  }

  /** Starts it, and follows what decides which one it is. */
  async start(): Promise<void> {
    this.restart();
    const chosen = await onPythonChosen(() => void this.#restartIfElsewhere());
    this.#subscriptions.push(...chosen);
  }

  /** Starts it anew, as if nothing had happened before. */
  restart(): void {
    this.#deaths = 0;
    this.#startAgain();
  }

  /** Waits until a server that is being started is there, or is known not to be. */
  async settled(): Promise<void> {
    await this.#work;
  }

  /** Asks the server; undefined where there is none. */
  async ask<Answer>(method: string, params: unknown): Promise<Answer | undefined> {
    return this.#client?.state === State.Running
      ? this.#client.sendRequest<Answer>(method, params)
      : undefined;
  }

  /** Has the server carry out a command, and shows what it says if it cannot. */
  async run<Answer>(command: string, ...given: unknown[]): Promise<Answer | undefined> {
    if (this.#client?.state !== State.Running) {
      void window.showWarningMessage("Meteorscope's language server is not running.");
      return undefined;
    }
    try {
      return await this.ask<Answer>("workspace/executeCommand", { command, arguments: given });
    } catch (error) {
      void window.showWarningMessage(`Meteorscope: ${messageOf(error)}`);
      return undefined;
    }
  }

  showLog(): void {
    this.#log.show();
  }

  async dispose(): Promise<void> {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
    await this.#work;
    await this.#stop();
  }

  #startAgain(): void {
    clearTimeout(this.#timer);
    this.#work = this.#work.then(() => this.#stop()).then(() => this.#begin());
  }

  /** Only if another program would be started now. */
  async #restartIfElsewhere(): Promise<void> {
    const { found } = await findProgram();
    if (found !== this.#program || this.#condition !== "running") {
      this.restart();
    }
  }

  async #begin(): Promise<void> {
    this.#become("starting");
    const search = await findProgram();
    this.#program = search.found ?? "";
    if (search.found === undefined) {
      this.#become("missing");
      void offerRemedies(search, () => this.restart());
      return;
    }
    this.#log.info(`starting ${search.found} (${search.origin})`);
    const client = new LanguageClient(
      "meteorscope",
      "Meteorscope",
      { command: search.found },
      this.#options(),
    );
    this.#client = client;
    const ours = new OwnFeatures();
    client.registerFeature(ours);
    client.onNotification(SCORES_CHANGED, () => this.#scored.fire());
    try {
      await client.start();
      client.onRequest(SemanticTokensRefreshRequest.type, () => this.#scored.fire());
      this.#legend = ours.legend;
    } catch (error) {
      this.#log.error(`it did not start: ${messageOf(error)}`);
      this.#died();
      return;
    }
    this.#become("running");
    const deaths = this.#deaths;
    setTimeout(() => {
      if (this.#client === client && this.#deaths === deaths) {
        this.#deaths = 0;
      }
    }, SOUND);
  }

  #options(): LanguageClientOptions {
    return {
      documentSelector: SELECTOR,
      outputChannel: this.#log,
      middleware: MIDDLEWARE,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          this.#died();
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
    };
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    try {
      await client?.dispose();
    } catch {
      // A server that is dead already cannot be told to stop.
    }
  }

  /** The server ended without being told to. */
  #died(): void {
    if (this.#condition === "waiting" || this.#condition === "failed") {
      return; // both a start that failed and a closed connection are told
    }
    const pause = PAUSES[this.#deaths];
    this.#deaths += 1;
    if (pause === undefined) {
      this.#become("failed");
      void this.#giveUp();
      return;
    }
    this.#log.warn(`the server ended; it is started again in ${pause / 1000} s`);
    this.#become("waiting");
    this.#timer = setTimeout(() => this.#startAgain(), pause);
  }

  async #giveUp(): Promise<void> {
    const chosen = await window.showErrorMessage(
      `Meteorscope's language server ended ${this.#deaths} times and is left alone now.`,
      "Start Again",
      "Show Log",
    );
    if (chosen === "Start Again") {
      this.restart();
    } else if (chosen === "Show Log") {
      this.showLog();
    }
  }

  #become(condition: Condition): void {
    this.#condition = condition;
    this.#changed.fire();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
