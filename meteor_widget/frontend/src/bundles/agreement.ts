import { widgetOf } from "../host/widget";
import { agreementView } from "../views/agreement/view";

export const { mount, render } = widgetOf(agreementView);
export default { render };
