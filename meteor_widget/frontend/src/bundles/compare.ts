import { widgetOf } from "../host/widget";
import { compareView } from "../views/compare/view";

export const { mount, render } = widgetOf(compareView);
export default { render };
