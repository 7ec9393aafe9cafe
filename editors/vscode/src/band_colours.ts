/** The bands of scores: their bounds from the settings, their colours from the theme. */

import { ThemeColor, type Uri, workspace } from "vscode";
import { type Band, type Bands, bandsOf } from "./bands";

export const BANDS_SETTING = "meteorscope.scoreBands";

export function bandsFor(uri: Uri | undefined): Bands {
  return bandsOf(workspace.getConfiguration("meteorscope", uri).get<unknown>("scoreBands"));
}

export function colourOf(band: Band): ThemeColor {
  return new ThemeColor(`meteorscope.score.${band}`);
}
