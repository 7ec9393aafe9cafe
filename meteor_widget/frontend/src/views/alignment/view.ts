/** One segment, editable: its diagram, its score and what would raise it. */

import { AlignmentDiagram } from "../../diagram/diagram";
import { html } from "../../dom";
import type { Alignment } from "../../format";
import { type Context, onChange, type View } from "../../host/model";

interface State {
  hypothesis: string;
  /** With each of the references. */
  alignments: readonly Alignment[];
}

export const alignmentView: View<State> = {
  render(context: Context<State>): void {
    const { model, element, signal } = context;
    const picture = html("div");
    const editor = html("input", { value: model.get("hypothesis") });
    editor.addEventListener(
      "input",
      () => {
        model.set("hypothesis", editor.value);
        model.save_changes();
      },
      { signal },
    );
    element.append(editor, picture);
    const diagram = new AlignmentDiagram(picture, signal);
    const draw = (): void => {
      const [alignment] = model.get("alignments");
      if (alignment !== undefined) {
        diagram.draw(alignment);
      }
    };
    onChange(context, ["alignments"], draw);
    draw();
  },
};
