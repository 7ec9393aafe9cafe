import { widgetOf } from "../host/widget";
import { alignmentsView } from "../views/alignments/view";

export const { mount, render } = widgetOf(alignmentsView);
export default { render };
