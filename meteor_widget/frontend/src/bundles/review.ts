import { widgetOf } from "../host/widget";
import { reviewView } from "../views/review/view";

export const { mount, render } = widgetOf(reviewView);
export default { render };
