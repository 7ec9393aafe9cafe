/** The server's life: found, started, started again. */

import { type Disposable, EventEmitter, type LogOutputChannel, window, workspace } from "vscode";
import { Conversation, messageOf, NoServer } from "./conversation";
import type { Legend } from "./features";
import { offerRemedies } from "./missing";
import { findProgram, type Search } from "./program";
import { PythonChoice } from "./python";

/** Milliseconds before a server that died is started again, for the first, second ... time. */
const PAUSES = [500, 2000, 5000, 15_000, 30_000];
/** Likewise for one that did not start: what hinders it seldom goes away by itself. */
const PAUSES_OF_STARTS = [500, 2000];
/** Milliseconds after which a server counts as sound, and what died before is forgotten. */
const SOUND = 60_000;
/** Milliseconds after which it is said that a start takes long. */
const LONG = 30_000;

const NO_LEGEND: Legend = { tokenTypes: [], tokenModifiers: [] };
const START_AGAIN = "Start Again";
const SHOW_LOG = "Show Log";

/** "slow" is a start that takes long; all but it and "running" are as they are called. */
export type Condition = "starting" | "slow" | "running" | "missing" | "waiting" | "failed";

export class Server implements Disposable {
  readonly #log: LogOutputChannel = window.createOutputChannel("Meteorscope", { log: true });
  readonly #changed = new EventEmitter<void>();
  readonly #scored = new EventEmitter<void>();
  readonly #python = new PythonChoice();
  readonly #subscriptions: Disposable[];
  #conversation: Conversation | undefined;
  #condition: Condition = "starting";
  #search: Search = { found: undefined };
  #deaths = 0;
  #failedStarts = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Ends the start that is under way. */
  #start = new AbortController();
  /** One start or stop after the other. */
  #work: Promise<void> = Promise.resolve();

  /** Told when the server began, or ceased, to be there. */
  readonly onDidChange = this.#changed.event;
  /** Told when scores on the screen may have changed. */
  readonly onDidScore = this.#scored.event;

  constructor() {
    this.#subscriptions = [
      this.#log,
      this.#changed,
      this.#scored,
      this.#python,
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("meteorscope.server")) {
          this.restart();
        }
      }),
      workspace.onDidGrantWorkspaceTrust(() => void this.#restartIfElsewhere()),
      this.#python.onDidChange(() => void this.#restartIfElsewhere()),
    ];
  }

  /** What the server's semantic tokens are called. */
  get legend(): Legend {
    return this.#conversation?.legend ?? NO_LEGEND;
  }

  get condition(): Condition {
    return this.#condition;
  }

  /** Starts it, or starts it anew, as if nothing had happened before; a start that hangs is ended. */
  restart(): void {
    this.#deaths = 0;
    this.#failedStarts = 0;
    this.#startAgain();
  }

  /** Waits until a server that is being started is there, is known not to be, or takes long. */
  async settled(): Promise<void> {
    const isLong = new Promise<void>((resolve) => {
      const look = (): void => {
        if (this.#condition === "slow") {
          resolve();
        }
      };
      const subscription = this.#changed.event(look);
      void this.#work.then(() => subscription.dispose());
      look();
    });
    await Promise.race([this.#work, isLong]);
  }

  /** Asks the server; undefined where there is none. */
  async ask<Answer>(method: string, params: unknown): Promise<Answer | undefined> {
    return this.#conversation?.isRunning
      ? this.#conversation.ask<Answer>(method, params)
      : undefined;
  }

  /** Has the server carry out a command, and shows what it says if it cannot. */
  async run<Answer>(command: string, ...given: unknown[]): Promise<Answer | undefined> {
    if (!this.#conversation?.isRunning) {
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
    this.#start.abort();
    await this.#work;
    await this.#stop();
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  #startAgain(): void {
    clearTimeout(this.#timer);
    this.#start.abort();
    this.#start = new AbortController();
    const { signal } = this.#start;
    this.#work = this.#work
      .then(() => this.#stop())
      .then(() => Promise.race([this.#begin(signal), whenAborted(signal)]));
  }

  /** Only if another program would be started now. */
  async #restartIfElsewhere(): Promise<void> {
    const search = await this.#find();
    if (JSON.stringify(search) !== JSON.stringify(this.#search)) {
      this.restart();
    }
  }

  async #begin(signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      return;
    }
    this.#become("starting");
    const long = setTimeout(() => this.#takesLong(), LONG);
    signal.addEventListener("abort", () => clearTimeout(long));
    try {
      const search = await this.#find();
      if (signal.aborted) {
        return;
      }
      this.#search = search;
      if (search.found === undefined) {
        this.#become("missing");
        void offerRemedies(search, () => this.restart());
        return;
      }
      this.#log.info(`starting ${search.found} (${search.origin})`);
      await this.#converse(search.found, signal);
    } finally {
      clearTimeout(long);
    }
  }

  async #converse(program: string, signal: AbortSignal): Promise<void> {
    const conversation: Conversation = new Conversation(program, this.#log, {
      scored: () => this.#scored.fire(),
      ended: (how) => this.#ended(conversation, how),
    });
    this.#conversation = conversation;
    try {
      await conversation.start();
    } catch (error) {
      if (!signal.aborted) {
        this.#didNotStart(program, conversation, error);
      }
      return;
    }
    if (signal.aborted) {
      return;
    }
    this.#failedStarts = 0;
    this.#become("running");
    const deaths = this.#deaths;
    setTimeout(() => {
      if (this.#conversation === conversation && this.#deaths === deaths) {
        this.#deaths = 0;
      }
    }, SOUND);
  }

  async #find(): Promise<Search> {
    return findProgram(() => this.#python.interpreter());
  }

  async #stop(): Promise<void> {
    const conversation = this.#conversation;
    this.#conversation = undefined;
    await conversation?.end();
  }

  #takesLong(): void {
    this.#log.warn(`the server has not answered for ${LONG / 1000} s`);
    this.#become("slow");
  }

  #didNotStart(program: string, conversation: Conversation, error: unknown): void {
    void conversation.end();
    const why = messageOf(error);
    this.#log.error(`the server did not start: ${why}`);
    const again = error instanceof NoServer ? undefined : PAUSES_OF_STARTS[this.#failedStarts];
    this.#failedStarts += 1;
    this.#startLater(again, `Meteorscope's language server ${program} does not start: ${why}`);
  }

  /** The server ended without being told to. */
  #ended(conversation: Conversation, how: string): void {
    if (this.#conversation !== conversation) {
      return;
    }
    void conversation.end();
    this.#log.warn(`the server is gone: ${how}`);
    const again = PAUSES[this.#deaths];
    this.#deaths += 1;
    this.#startLater(
      again,
      `Meteorscope's language server ended ${this.#deaths} times and is left alone now.`,
    );
  }

  /** Starts it again after a pause; where there is none, leaves it alone and says why. */
  #startLater(again: number | undefined, why: string): void {
    if (again === undefined) {
      this.#become("failed");
      void this.#giveUp(why);
      return;
    }
    this.#log.info(`the server is started again in ${again / 1000} s`);
    this.#become("waiting");
    this.#timer = setTimeout(() => this.#startAgain(), again);
  }

  async #giveUp(why: string): Promise<void> {
    const chosen = await window.showErrorMessage(why, START_AGAIN, SHOW_LOG);
    if (chosen === START_AGAIN) {
      this.restart();
    } else if (chosen === SHOW_LOG) {
      this.showLog();
    }
  }

  #become(condition: Condition): void {
    this.#condition = condition;
    this.#changed.fire();
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve());
  });
}
