/** The server's life: found, started, started again. */

import { isDeepStrictEqual } from "node:util";
import {
  type Disposable,
  EventEmitter,
  type LogOutputChannel,
  type Memento,
  type Uri,
  window,
  workspace,
} from "vscode";
import { Latest } from "../../../../meteor_widget/frontend/src/scheduling";
import { Attempts } from "./attempts";
import type { CarriedServer, Command } from "./carried";
import { Conversation, type Legend, messageOf, NoServer } from "./conversation";
import { offerRemedies } from "./missing";
import { findProgram, type Missing, type Search } from "./program";
import { PythonChoice } from "./python";
import { type Needs, setUp } from "./set_up";

/** Milliseconds after which it is said that a start takes long. */
const SLOW_START_MS = 30_000;

const NO_LEGEND: Legend = { tokenTypes: [], tokenModifiers: [] };
const START_AGAIN = "Start Again";
const SHOW_LOG = "Show Log";

/** "slow" is a start that takes long, "idle" a server that nothing needed so far. */
export type Condition = "idle" | "starting" | "slow" | "running" | "missing" | "waiting" | "failed";

export class Server implements Disposable {
  readonly #log: LogOutputChannel = window.createOutputChannel("Meteorscope", { log: true });
  readonly #changed = new EventEmitter<void>();
  readonly #scored = new EventEmitter<void>();
  readonly #reviewed = new EventEmitter<void>();
  readonly #python = new PythonChoice();
  readonly #subscriptions: Disposable[];
  #conversation: Conversation | undefined;
  #show: (uri: Uri) => Promise<boolean> = async () => false;
  #condition: Condition = "idle";
  /** The result of the last search for the program. */
  #search: Search | undefined;
  /** Whether a person asked for the start that is under way. */
  #isAskedFor = false;
  readonly #attempts = new Attempts();
  readonly #look = new Latest(() => this.#restartIfElsewhere());
  #timer: NodeJS.Timeout | undefined;
  /** Ends the start that is under way. */
  #start = new AbortController();
  /** One start or stop after the other. */
  #work: Promise<void> = Promise.resolve();

  /** Fires when the server starts or ends. */
  readonly onDidChange = this.#changed.event;
  /** Fires when scores on the screen may have changed. */
  readonly onDidScore = this.#scored.event;
  /** Fires when a review has changed. */
  readonly onDidReview = this.#reviewed.event;

  /**
   * @param memory of what a person wants, in all windows.
   * @param carried what the extension carries.
   */
  constructor(
    private readonly memory: Memento,
    private readonly carried: Promise<CarriedServer | undefined>,
  ) {
    this.#subscriptions = [
      this.#log,
      this.#changed,
      this.#scored,
      this.#reviewed,
      this.#python,
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("meteorscope.server")) {
          this.#look.request();
        }
      }),
      workspace.onDidGrantWorkspaceTrust(() => {
        this.#look.request();
        void this.#conversation?.tellOfSettings(); // git may be started now
      }),
      this.#python.onDidChange(() => this.#look.request()),
    ];
  }

  /** What the server's semantic tokens are called. */
  get legend(): Legend {
    return this.#conversation?.legend ?? NO_LEGEND;
  }

  get condition(): Condition {
    return this.#condition;
  }

  /** Starts or restarts the server and forgets earlier failures; a start that hangs is ended. */
  restart(): void {
    this.#isAskedFor = true;
    this.#restart();
  }

  /** Starts it if nothing needed it before. */
  wake(): void {
    if (this.#condition === "idle") {
      this.#restart();
    }
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

  /** Asks the server; undefined if missing. */
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

  /** Tells who shows the documents that the server writes. */
  onShow(show: (uri: Uri) => Promise<boolean>): void {
    this.#show = show;
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

  #restart(): void {
    this.#attempts.forget();
    this.#startAgain();
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

  /** Only if another program would be started now: settings also change where they say the same. */
  async #restartIfElsewhere(): Promise<void> {
    if (this.#condition === "idle") {
      return;
    }
    const search = await this.#find();
    if (!isDeepStrictEqual(search, this.#search)) {
      this.#search = search;
      this.#restart();
    }
  }

  async #begin(signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      return;
    }
    this.#become("starting");
    let search = await this.#find();
    if (search.found === undefined && !signal.aborted) {
      search = await this.#withoutServer(search, signal);
    }
    if (signal.aborted) {
      return;
    }
    this.#search = search;
    if (search.found === undefined) {
      return;
    }
    const { program } = search.found;
    this.#log.info(`starting ${program} (${search.origin})`);
    const long = setTimeout(() => this.#takesLong(), SLOW_START_MS);
    signal.addEventListener("abort", () => clearTimeout(long));
    try {
      await this.#converse(search.found, signal);
    } finally {
      clearTimeout(long);
    }
  }

  /** Sets up the server that the extension carries; otherwise reports what is missing. */
  async #withoutServer(missing: Missing, signal: AbortSignal): Promise<Search> {
    const carried = await this.carried;
    let needs: Needs | undefined;
    if (carried !== undefined && missing.wrongSetting === undefined) {
      try {
        needs = await setUp(carried, missing.python, this.#log, signal);
      } catch (error) {
        if (!signal.aborted) {
          this.#log.error(messageOf(error));
          this.#become("failed");
          void this.#giveUp(messageOf(error));
        }
        return missing;
      }
      if (needs === undefined) {
        return this.#find();
      }
    }
    this.#become("missing");
    const isAskedFor = this.#isAskedFor;
    this.#isAskedFor = false;
    void offerRemedies(missing, needs, {
      memory: this.memory,
      isAskedFor,
      retry: () => this.restart(),
    });
    return missing;
  }

  async #converse(command: Command, signal: AbortSignal): Promise<void> {
    const conversation: Conversation = new Conversation(command, this.#log, {
      scored: () => this.#scored.fire(),
      reviewed: () => this.#reviewed.fire(),
      show: (uri) => this.#show(uri),
      ended: (how) => this.#ended(conversation, new Error(how)),
    });
    this.#conversation = conversation;
    try {
      await conversation.start();
    } catch (error) {
      if (!signal.aborted) {
        this.#ended(conversation, error);
      }
      return;
    }
    if (!signal.aborted && !conversation.isOver) {
      this.#attempts.runs(performance.now());
      this.#become("running");
    }
  }

  async #find(): Promise<Search> {
    return findProgram(() => this.#python.interpreter(), await this.carried);
  }

  async #stop(): Promise<void> {
    const conversation = this.#conversation;
    this.#conversation = undefined;
    await conversation?.end();
  }

  #takesLong(): void {
    this.#log.warn(`the server has not answered for ${SLOW_START_MS / 1000} s`);
    this.#become("slow");
  }

  /** Handles a server that ended by itself, or a program that is not one. Safe to call twice. */
  #ended(conversation: Conversation, error: unknown): void {
    if (this.#conversation !== conversation || conversation.isOver) {
      return;
    }
    void conversation.end();
    const why = messageOf(error);
    this.#log.warn(`the server ended: ${why}`);
    if (!conversation.hasSpoken && this.#search?.origin === "carried") {
      this.#work = this.#work.then(async () => (await this.carried)?.discard());
    }
    const attempts = this.#attempts;
    const again = attempts.ended(performance.now(), conversation.hasSpoken);
    if (again !== undefined && !(error instanceof NoServer)) {
      this.#log.info(`the server restarts in ${again / 1000} s`);
      this.#become("waiting");
      this.#timer = setTimeout(() => this.#startAgain(), again);
      return;
    }
    this.#become("failed");
    const whatIsIt = attempts.hasSpoken
      ? `ended ${attempts.ends} times and will not be restarted`
      : "does not start";
    void this.#giveUp(
      `Meteorscope's language server ${conversation.command.program} ${whatIsIt}: ${why}`,
    );
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
