import { widgetOf } from "../host/widget";
import { alignmentView } from "../views/alignment/view";

export const { mount, render } = widgetOf(alignmentView);
export default { render };
