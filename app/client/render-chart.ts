// A separate file, because it loads React.
import { createElement } from "react";
import { hydrateRoot } from "react-dom/client";
import SalesChart from "#app/features/catalogue/chart/sales-chart.tsx";

export const renderChart = (element: HTMLElement) =>
	hydrateRoot(element, createElement(SalesChart));
