if(!CSS.supports("selector(:has(*))"))throw document.body.setAttribute("hx-ignore",""),new Error("This browser gets the plain page.");
