/**
 * The schema of `meteor.toml` for the extension Even Better TOML, which completes and checks with it.
 *
 * Other extensions can name schemas to it in their manifests (`tomlValidation`), but only by an
 * address that is known when they are packaged. Ours comes with us and goes where we are installed,
 * so that a setting can name it, if the person wants that.
 */

import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  ConfigurationTarget,
  type Disposable,
  type ExtensionContext,
  extensions,
  Uri,
  window,
  workspace,
} from "vscode";

const TOML = "tamasfe.even-better-toml";
const SETTING = "evenBetterToml.schema.associations";
const FILE_NAME = "meteor.schema.json";
const PATTERN = ".*/meteor\\.toml$";
const ASKED = "askedAboutSchema";
const USE = "Use Schema";

/** Offers the schema, once, when a `meteor.toml` is looked at. */
export function offerSchema(context: ExtensionContext): Disposable {
  const look = async (): Promise<void> => {
    const path = window.activeTextEditor?.document.uri.path ?? "";
    if (!path.endsWith("/meteor.toml") || extensions.getExtension(TOML) === undefined) {
      return;
    }
    if (associations()[PATTERN] !== undefined) {
      await copySchema(context); // that of this version
    } else if (!context.globalState.get(ASKED, false)) {
      await context.globalState.update(ASKED, true);
      await offer(context);
    }
  };
  void look();
  return window.onDidChangeActiveTextEditor(() => void look());
}

async function offer(context: ExtensionContext): Promise<void> {
  const chosen = await window.showInformationMessage(
    "Even Better TOML can complete and check meteor.toml with the schema of Meteorscope. " +
      `That adds it to your setting ${SETTING}.`,
    USE,
    "No",
  );
  if (chosen === USE) {
    const schema = await copySchema(context);
    await workspace
      .getConfiguration()
      .update(
        SETTING,
        { ...associations(), [PATTERN]: schema.toString(true) },
        ConfigurationTarget.Global,
      );
  }
}

/** The person's own associations. */
function associations(): Readonly<Record<string, string>> {
  return workspace.getConfiguration().inspect<Record<string, string>>(SETTING)?.globalValue ?? {};
}

/** Copies it to a place that stays when the extension is updated. */
async function copySchema(context: ExtensionContext): Promise<Uri> {
  const folder = context.globalStorageUri.fsPath;
  await mkdir(folder, { recursive: true });
  const target = join(folder, FILE_NAME);
  await copyFile(context.asAbsolutePath(join("dist", FILE_NAME)), target);
  return Uri.file(target);
}
